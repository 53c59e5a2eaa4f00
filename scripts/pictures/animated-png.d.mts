export type Chunk = { type: string; data: Buffer };
export function animatedPng(frames: readonly { png: Buffer; milliseconds: number }[]): Buffer;
export function chunksOf(png: Buffer): Chunk[];
