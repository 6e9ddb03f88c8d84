// Which package may import which. architecture.test.ts checks the imports against these tables; readme.test.ts checks ARCHITECTURE.md.

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
 * Folder of the server → the folders that it may import, type imports included. Folders are listed from the top layer down: none imports
 * a folder listed above it.
 */
export const serverArrows: Record<string, readonly string[]> = {
  commands: ['*'],
  http: [
    'checkouts',
    'orders',
    'engine',
    'reports',
    'delivery',
    'copilot',
    'stores',
    'integrations',
    'auth',
    'privacy',
    'automations',
    'limits',
    'run-data',
    'audit',
    'pubsub',
    'observability',
    'links',
    'crypto',
    'platform',
  ],
  jobs: ['db', 'platform', 'checkouts', 'orders', 'limits', 'audit', 'observability'],
  engine: [
    'db',
    'platform',
    'crypto',
    'links',
    'channels',
    'delivery',
    'run-data',
    'automations',
    'audit',
    'reports',
    'observability',
  ],
  orders: ['db', 'platform', 'payments', 'integrations', 'checkouts', 'events', 'stores', 'audit', 'observability'],
  reports: ['db', 'platform', 'channels', 'automations', 'run-data'],
  delivery: ['db', 'platform', 'crypto', 'links', 'channels', 'run-data', 'observability'],
  checkouts: ['db', 'platform', 'crypto', 'links', 'stores', 'events', 'limits'],
  copilot: ['db', 'platform', 'automations', 'observability'],
  stores: ['db', 'platform', 'crypto', 'audit'],
  integrations: ['db', 'platform', 'crypto', 'links', 'channels', 'payments', 'audit'],
  auth: ['db', 'platform', 'crypto', 'audit'],
  privacy: ['db', 'platform', 'crypto', 'links', 'audit'],
  automations: ['db', 'platform', 'audit'],
  events: ['db', 'platform', 'observability'],
  limits: ['db', 'platform', 'crypto'],
  'run-data': ['db', 'platform', 'links'],
  audit: ['db', 'platform'],
  pubsub: ['db', 'platform'],
  observability: ['platform', 'db', 'channels', 'payments', 'config'],
  db: ['platform', 'crypto'],
  channels: ['platform', 'crypto'],
  payments: ['platform', 'crypto'],
  links: ['crypto'],
  config: ['crypto'],
  crypto: ['platform'],
  platform: [],
};

/**
 * Folder of flow → the folders that it may import, type imports included, from the top layer down. The executors of steps lie beside the
 * members that they read, but above `execution`.
 */
export const flowArrows: Record<string, readonly string[]> = {
  convert: ['edit', 'validate', 'definition', 'steps', 'members'],
  templates: ['definition', 'steps', 'members'],
  edit: [
    'readable',
    'validate',
    'analyse',
    'graph',
    'definition',
    'steps',
    'channels',
    'conditions',
    'metatags',
    'members',
  ],
  readable: ['validate', 'graph', 'definition', 'steps', 'members'],
  validate: ['analyse', 'definition', 'steps', 'conditions', 'metatags', 'members'],
  analyse: ['simulate', 'interpret', 'execution', 'definition', 'steps', 'conditions', 'metatags', 'members'],
  simulate: ['interpret', 'execution', 'definition', 'steps', 'conditions', 'metatags', 'members'],
  interpret: ['steps/*/advance.ts', 'execution', 'steps', 'channels', 'conditions', 'metatags', 'members'],
  'steps/*/advance.ts': ['execution', 'steps', 'conditions', 'members'],
  execution: ['definition', 'steps', 'conditions', 'metatags', 'members'],
  schema: ['definition', 'steps', 'channels', 'conditions', 'members'],
  graph: ['definition', 'steps'],
  definition: ['steps', 'members'],
  steps: ['channels', 'conditions', 'members'],
  channels: ['metatags', 'members'],
  conditions: ['metatags', 'members'],
  metatags: ['members'],
  members: [],
};
