import type * as z from 'zod/mini';

/** As much of it as our document uses. Source: OpenAPI Specification 3.1.1. */
export type OpenApiDocument = {
  openapi: '3.1.1';
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string }[];
  tags: { name: Tag; description: string }[];
  paths: { [path: string]: PathItem };
  webhooks: { [name: string]: PathItem };
  components: {
    schemas: { [name: string]: JsonSchema };
    securitySchemes: { [name: string]: SecurityScheme };
  };
};

/** A JSON Schema (draft 2020-12) as zod writes it, with the references of the document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

export const TAGS = [
  'Account',
  'Payins',
  'Payment pages',
  'Payouts',
  'Customers',
  'Checkout',
  'Sandbox',
  'Service',
] as const;
export type Tag = (typeof TAGS)[number];

export type Method = 'get' | 'post' | 'delete';
export type PathItem = { [method in Method]?: OperationObject };

export type OperationObject = {
  operationId: string;
  tags: Tag[];
  summary: string;
  description?: string;
  security: { [scheme: string]: readonly string[] }[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: { [status: string]: ResponseObject };
};

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
};

export type Content = { [type: string]: { schema?: JsonSchema; examples?: Examples } };
export type Examples = {
  [name: string]: { summary: string; description?: string; value: unknown };
};

export type ResponseObject = { description: string; headers?: Headers; content?: Content };
export type Headers = {
  [name: string]: { required: boolean; description: string; schema: JsonSchema };
};

export type SecurityScheme =
  | { type: 'http'; scheme: 'basic'; description: string }
  | { type: 'apiKey'; in: 'header'; name: string; description: string };

export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

export function refName(schema: JsonSchema): string | null {
  return /^#\/components\/schemas\/(\w+)$/.exec(schema.$ref ?? '')?.[1] ?? null;
}
