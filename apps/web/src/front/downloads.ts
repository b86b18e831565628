/** Calls that redirect to each app's store page or, without one, to this page's download section. */
export const downloads = { android: '/api/v3/download-apk', ios: '/api/v3/download-ios' } as const;
