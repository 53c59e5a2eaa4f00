import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';

/** What a request carries through the handlers of both applications. */
export type AppEnv = {
  // Absent when a test sends a `Request` straight to the application.
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    log: Logger;
    /** The pattern of the route, never the raw path: a path may hold anything. */
    route?: string;
    companyId?: string;
    errorCode?: string;
    /** What an operator should look at, such as a secret key sent as a public one. */
    alert?: string;
  };
};
