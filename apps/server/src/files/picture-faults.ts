/**
 * The maximum number of megapixels. A decoded picture takes four bytes per pixel; without a limit, a decompression bomb
 * of a few kilobytes could take gigabytes.
 */
export const MOST_MEGAPIXELS = 50;
/**
 * The maximum number of megapixels of interlaced PNGs and progressive JPEGs, which are held in memory until their last
 * line and take several times as long to decode, and of pictures with 16 bits per channel, which take twice the memory.
 * A 12-megapixel camera produces up to 12.6 million pixels.
 */
export const MOST_HEAVY_MEGAPIXELS = 13;

/** Why a picture was not re-encoded; passed between the processes as a number. */
export const pictureFaults = ['photo_not_image', 'photo_too_large', 'photo_too_heavy', 'photo_too_small'] as const;
export type PictureFault = (typeof pictureFaults)[number];
