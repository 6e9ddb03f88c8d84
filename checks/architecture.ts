// Which package may import which. architecture.test.ts checks the imports against these tables, and ARCHITECTURE.md draws them.

/** Package → the packages of this repository that it may import. */
export const packageArrows: Record<string, readonly string[]> = {
  flow: ['commerce'],
  commerce: [],
  client: [],
  pay: ['commerce'],
  server: ['flow', 'commerce', 'pay', 'client'],
  cli: ['flow', 'client', 'server'],
  // The panel calls the server over HTTP only. It may import types of the server's API, and no code.
  panel: ['flow', 'commerce'],
  e2e: [],
};

/**
 * Folder of the server → the folders that it imports, type imports included. Folders are listed from the top layer down: none imports a
 * folder listed above it.
 */
export const serverArrows: Record<string, readonly string[]> = {
  app: ['privacy', 'automations', 'shop', 'providers', 'stores', 'members', 'http', 'base'],
  privacy: ['automations', 'shop', 'providers', 'members', 'http', 'base'],
  automations: ['shop', 'providers', 'stores', 'members', 'http', 'base'],
  shop: ['providers', 'stores', 'members', 'http', 'base'],
  providers: ['stores', 'members', 'http', 'base'],
  stores: ['members', 'http', 'base'],
  members: ['http', 'base'],
  http: ['base'],
  base: [],
};

/**
 * Folder of flow → the folders that it may import, type imports included, from the top layer down. The executors of steps lie beside the
 * members that they read, but above `execution`.
 */
export const flowArrows: Record<string, readonly string[]> = {
  convert: ['edit', 'validate', 'definition', 'steps', 'conditions', 'members'],
  templates: ['definition', 'steps', 'members'],
  understand: ['steps', 'members'],
  edit: ['readable', 'validate', 'analyse', 'definition', 'steps', 'channels', 'conditions', 'metatags', 'members'],
  readable: ['validate', 'definition', 'steps', 'members'],
  validate: ['analyse', 'interpret', 'definition', 'steps', 'channels', 'conditions', 'metatags', 'members'],
  analyse: ['simulate', 'interpret', 'execution', 'definition', 'steps', 'conditions', 'metatags', 'members'],
  simulate: ['interpret', 'execution', 'definition', 'steps', 'channels', 'conditions', 'metatags', 'members'],
  interpret: ['steps/*/advance.ts', 'execution', 'steps', 'channels', 'conditions', 'metatags', 'members'],
  'steps/*/advance.ts': ['execution', 'steps', 'conditions', 'members'],
  execution: ['definition', 'steps', 'conditions', 'metatags', 'members'],
  schema: ['definition', 'steps', 'channels', 'conditions', 'members'],
  graph: ['definition', 'steps'],
  definition: ['steps', 'members'],
  steps: ['channels', 'conditions', 'members'],
  channels: ['metatags', 'html', 'members'],
  conditions: ['metatags', 'members'],
  metatags: ['html', 'members'],
  html: [],
  members: [],
};
