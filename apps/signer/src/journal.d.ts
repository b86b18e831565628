/**
 * Entries in a file that only grows: one line each, a hash of the line before and this one, then JSON. An entry is on disk
 * before `append` returns. What a crash left of a last line is cut off; anything else that does not fit stops the start.
 */
export declare class Journal<E> {
    #private;
    private constructor();
    /** Opens the file, or makes it, and tells each entry in order. Throws SignerStartError. */
    static open<E>(path: string, tell: (entry: E) => void): Journal<E>;
    append(entry: E): void;
    close(): void;
}
