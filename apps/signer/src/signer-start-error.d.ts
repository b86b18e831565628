/** Why the signer cannot start, in one sentence that says what to do. Shown as it is, without a stack. */
export declare class SignerStartError extends Error {
    readonly name = "SignerStartError";
}
