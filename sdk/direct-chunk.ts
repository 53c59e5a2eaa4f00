import { prepareDirect } from './direct.ts';
import { CHUNK_EVENT } from './load-chunk.ts';

// The entry of the chunk of the script-tag build. It tells its exports to whoever added the script
// element and leaves no global behind.
document.currentScript?.dispatchEvent(new CustomEvent(CHUNK_EVENT, { detail: { prepareDirect } }));
