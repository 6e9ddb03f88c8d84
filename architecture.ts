// Who may import whom. architecture.test.ts holds the tables, and readme.test.ts holds those of ARCHITECTURE.md to them.

/** Package → the packages of ours that it may import. */
export const packageArrows: Record<string, readonly string[]> = {
  flow: ['commerce'],
  commerce: [],
  client: [],
  pay: ['commerce'],
  server: ['flow', 'commerce', 'pay', 'client'],
  cli: ['flow', 'client', 'server'],
  // The server only over HTTP; of its contract, nothing but types.
  panel: ['flow', 'commerce'],
  e2e: [],
};

/**
 * Room (folder) of the server → the rooms that it may import, type imports included. Rooms are listed from the top floor down: none imports a
 * room above it.
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
