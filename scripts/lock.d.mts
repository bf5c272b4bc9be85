export function withLock<T>(lock: string, onWait: () => void, work: () => Promise<T>): Promise<T>;
