import type { OpenApiDocument, OperationObject } from '../open-api.ts';

export type Route = { method: string; path: string; operation: OperationObject };

export function routesOf(paths: OpenApiDocument['paths']): Route[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}
