/** A decoded picture takes four bytes per pixel; a decompression bomb of a few kilobytes would need gigabytes. */
export const MOST_MEGAPIXELS = 50;
/** An interlaced picture is held in memory until its last line, and 16 bits per channel take twice the memory. */
export const MOST_HEAVY_MEGAPIXELS = 12;

/** Why a picture was not re-encoded; passed between the processes as a number. */
export const pictureFaults = ['photo_not_image', 'photo_too_large', 'photo_too_small'] as const;
export type PictureFault = (typeof pictureFaults)[number];
