/** The signals by which the server knows why a reading process ended itself. */
export const timeLimitReached = "SIGTERM";
export const memoryLimitReached = "SIGUSR2";
