import type { HttpBindings } from '@hono/node-server';
import type { Logger } from 'pino';
import type { ApiError } from '../base/shared/api-error.ts';
import type { WorkSlot } from '../base/shared/work-slot.ts';

export type AppEnv = {
  // Absent when a test sends a `Request` straight to the application.
  Bindings: Partial<HttpBindings & { hasNoPlace: boolean; slot: WorkSlot }>;
  Variables: {
    requestId: string;
    log: Logger;
    /** The pattern of the route, never the raw path: a path may hold anything. */
    route?: string;
    companyId?: string;
    errorCode?: string;
    payinId?: string;
    eventId?: string;
    provider?: string;
    /** Whose keys came with the request; absent where none did, or none that is right. */
    caller?: { companyId: string; keyId: string; kind: 'server' | 'browser' };
    refusal?: ApiError;
    unknownFields?: string;
    alert?: string;
  };
};
