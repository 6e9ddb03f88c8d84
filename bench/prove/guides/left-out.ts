import { commandsOf, type Block } from './blocks.ts';

/** A command that is not run. `only`: npm test leaves it out as too long; `npm run prove -- guides` runs it. */
export type LeftOut = {
  readonly document: string;
  /** The beginning of the command. */
  readonly command: string;
  readonly reason: string;
  readonly only?: 'npm test';
};

const serves = 'serves until it is stopped; npm run prove -- guides starts it';
const containers = 'needs a container engine';
const cluster = 'needs a cluster';
const release = 'needs a published release';
const systemd = 'needs root and systemd';
const postgresTools = 'needs the tools of PostgreSQL; npm run prove -- backup follows it';
const machines = 'needs three machines; npm run prove -- failover uses the same files on one';
const shards = 'needs a second PostgreSQL; npm run prove -- shards creates such shards, and moves one';
const archive = 'needs root, systemd and an object store; npm run prove -- pitr does the same on loopback';
const load = 'a load of minutes; npm run prove -- guides runs it';
const account = 'needs an account at a real provider';
const suite = 'minutes, and it is what .ci/run runs';
const long = 'longer than a test may be; npm run prove -- guides runs it';

/** All commands that are left out, with reasons. An entry that matches no command fails the proof. */
export const leftOut: readonly LeftOut[] = [
  { document: 'README.md', command: 'npm start', reason: serves, only: 'npm test' },
  { document: 'README.md', command: 'npm run retoma -- serve', reason: serves, only: 'npm test' },
  { document: 'docs/quick-start.md', command: 'git clone', reason: serves, only: 'npm test' },
  { document: 'docs/quick-start.md', command: 'cd retoma', reason: serves, only: 'npm test' },
  { document: 'docs/quick-start.md', command: 'npm start', reason: serves, only: 'npm test' },
  ...['mkdir shop', 'npm init', 'npm install', 'npm run retoma -- webhook', 'export ', 'node shop.mjs'].map(
    (command) => ({
      document: 'docs/first-order.md',
      command,
      reason: 'checks/guides.test.ts types it, and buys in the shop',
    }),
  ),
  { document: 'docs/channels.md', command: 'retoma connection set', reason: account },
  { document: 'docs/channels.md', command: 'retoma connection test', reason: account },
  {
    document: 'docs/payments.md',
    command: 'npm run retoma -- payment set --store ID --provider mercadopago',
    reason: account,
  },
  {
    document: 'docs/payments.md',
    command: 'npm run retoma -- payment set --store ID --provider stripe',
    reason: account,
  },
  { document: 'docs/deploy.md', command: 'docker compose', reason: containers },
  { document: 'docs/deploy.md', command: 'apt-get', reason: 'installs packages of Debian, as root' },
  { document: 'docs/deploy.md', command: 'scripts/build-image.sh', reason: 'npm run prove -- image runs it' },
  { document: 'docs/deploy.md', command: 'npm run prove', reason: containers },
  { document: 'docs/deploy.md', command: 'kubectl', reason: cluster },
  { document: 'docs/deploy.md', command: 'helm', reason: cluster },
  { document: 'docs/deploy.md', command: 'cp deploy/', reason: systemd },
  { document: 'docs/deploy.md', command: 'systemctl', reason: systemd },
  { document: 'docs/high-availability.md', command: 'apt-get install', reason: machines },
  { document: 'docs/high-availability.md', command: 'systemctl', reason: machines },
  { document: 'docs/high-availability.md', command: 'patronictl', reason: machines },
  { document: 'docs/shards.md', command: 'retoma shard create --url', reason: shards },
  { document: 'docs/shards.md', command: 'retoma shard move', reason: shards },
  { document: 'docs/shards.md', command: 'retoma serve', reason: serves },
  { document: 'docs/shards.md', command: 'retoma work', reason: serves },
  { document: 'docs/deploy.md', command: 'pg_dump', reason: postgresTools },
  { document: 'docs/deploy.md', command: 'pg_restore', reason: postgresTools },
  { document: 'docs/upgrade.md', command: 'git fetch', reason: release },
  { document: 'docs/upgrade.md', command: 'docker compose', reason: containers },
  { document: 'docs/upgrade.md', command: 'helm', reason: cluster },
  { document: 'docs/upgrade.md', command: 'cd /opt/retoma', reason: release },
  { document: 'docs/upgrade.md', command: 'systemctl', reason: systemd },
  { document: 'CONTRIBUTING.md', command: 'npm run release', reason: 'needs a version with its notes in CHANGELOG.md' },
  ...['apt-get', 'chown', 'chmod', 'echo', 'systemctl', 'sudo -u postgres', 'find /var/lib/postgresql'].map(
    (command) => ({ document: 'docs/backups.md', command, reason: archive }),
  ),
  { document: 'CONTRIBUTING.md', command: 'npm start', reason: serves, only: 'npm test' },
  { document: 'CONTRIBUTING.md', command: 'npm test', reason: suite },
  { document: 'CONTRIBUTING.md', command: 'npm run test:full', reason: suite },
  { document: 'CONTRIBUTING.md', command: 'npm run test:stress', reason: long },
  { document: 'CONTRIBUTING.md', command: 'npm run check', reason: suite },
  {
    document: 'CONTRIBUTING.md',
    command: 'npm run format',
    reason: 'writes into the sources what npm run check asks for',
  },
  {
    document: 'CONTRIBUTING.md',
    command: 'npm run write-docs',
    reason: 'it rewrites the documents that scripts/write-docs.test.ts compares',
  },
  {
    document: 'CONTRIBUTING.md',
    command: 'npm run pictures',
    reason: 'it needs a browser, and rewrites docs/pictures',
  },
  { document: 'CONTRIBUTING.md', command: 'npm run typecheck', reason: long, only: 'npm test' },
  { document: 'CONTRIBUTING.md', command: 'npm run bench', reason: long, only: 'npm test' },
  { document: 'CONTRIBUTING.md', command: 'npm run load', reason: 'docs/scale.md has it, with its flags' },
  { document: 'CONTRIBUTING.md', command: 'npm run prove', reason: 'it is what runs this' },
  { document: 'docs/scale.md', command: 'npm run load', reason: load, only: 'npm test' },
  { document: 'docs/scale.md', command: 'BASE_URL=', reason: load, only: 'npm test' },
];

/** Which run checks the guides: npm test or the proof. */
export type Runner = 'npm test' | 'proof';

/** Why a command is not run; undefined if it is run. */
export const reasonFor = (document: string, command: string, runner: Runner): string | undefined =>
  leftOut.find(
    (entry) =>
      entry.document === document &&
      command.startsWith(entry.command) &&
      (entry.only === undefined || entry.only === runner),
  )?.reason;

/** Entries that match no command of these shell blocks. */
export const staleAmong = (blocks: readonly Block[]): readonly LeftOut[] =>
  leftOut.filter(
    ({ document, command }) =>
      !blocks.some(
        (block) => block.document === document && commandsOf(block).some((typed) => typed.startsWith(command)),
      ),
  );
