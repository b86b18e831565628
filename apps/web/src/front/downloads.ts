/** Calls that lead to the store page of each app or, if there is none, back to this page's download section. */
export const downloads = { android: '/api/v3/download-apk', ios: '/api/v3/download-ios' } as const;
