import type { HttpBindings } from '@hono/node-server';

/** The bindings are absent when a test sends a `Request` straight to the application. */
export type BankEnv = { Bindings: Partial<HttpBindings> };
