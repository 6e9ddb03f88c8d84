import type { JsonObject } from './json-schema.ts';

/** A part of the document that holds JSON: a request, or a response. */
export type Content = {
  content?: {
    'application/json': { schema: JsonObject; example?: unknown; examples?: Record<string, { $ref: string }> };
  };
};

/** A parameter or a header, or the reference to one. */
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonObject;
  description?: string;
  $ref?: string;
};

/** A response of the document. */
export type Response = Content & { description: string; headers?: Record<string, { $ref: string }> };

/** An operation of the document. */
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Response>;
};

/** The parts of the document that the Postman collection is made of, or that tests read. */
export type PublishedDocument = {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonObject>;
    headers: Record<string, { required?: boolean; schema: JsonObject; example: unknown }>;
    examples: Record<string, { value: unknown }>;
  };
};
