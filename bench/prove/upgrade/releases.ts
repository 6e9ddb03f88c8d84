import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { thisProgram } from '../shop.ts';

const migrations = 'packages/server/src/base/postgres/migrations';

/** Two programs; the newer one has at least one migration more than the older one. */
export type Releases = {
  /** The older one, as text. */
  readonly from: string;
  /** The folders of the two programs. */
  readonly before: string;
  readonly now: string;
  readonly remove: () => void;
};

/** What a later release may do to tables in use: add a column to each of the largest ones, and an index to one. */
const nextMigrations = {
  '9998-next-release.sql': `alter table checkouts add column next_release text not null default '';
alter table runs add column next_release text;
alter table messages add column next_release text;
`,
  '9999-next-release-index.sql': `-- no-transaction
create index concurrently messages_next_release on messages (next_release) where next_release is not null;
`,
};

/** This program, and a possible successor: the same with two more migrations. */
export function nextRelease(): Releases {
  const now = mkdtempSync(path.join(os.tmpdir(), 'retoma-next-'));
  for (const each of ['packages', 'package.json']) {
    cpSync(path.join(thisProgram, each), path.join(now, each), { recursive: true });
  }
  linkDependencies(now);
  for (const [name, text] of Object.entries(nextMigrations)) writeFileSync(path.join(now, migrations, name), text);
  return {
    from: 'this program',
    before: thisProgram,
    now,
    remove: () => rmSync(now, { recursive: true, force: true }),
  };
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: thisProgram, encoding: 'utf8', maxBuffer: 1 << 28 });

/**
 * The newest commit whose migrations all still exist unchanged, that has at least one fewer, and that serves the shop's traffic. Before the
 * first release migrations may be edited in place, so there may be no such commit, nor is there one without a git folder: undefined.
 */
function findPreviousCommit(): string | undefined {
  try {
    const now = new Map(
      readdirSync(path.join(thisProgram, migrations)).map((name) => [
        name,
        readFileSync(path.join(thisProgram, migrations, name), 'utf8'),
      ]),
    );
    for (const commit of git('log', '--format=%H', '-40', '--', migrations).split('\n').filter(Boolean)) {
      const names = git('ls-tree', '--name-only', commit, `${migrations}/`)
        .split('\n')
        .filter(Boolean)
        .map((file) => path.basename(file));
      const unchanged = names.every((name) => now.get(name) === git('show', `${commit}:${migrations}/${name}`));
      const newer = [...now.keys()].filter((name) => !names.includes(name));
      const isBefore = newer.length > 0 && newer.every((name) => name > names.at(-1)!);
      if (unchanged && isBefore && servesTraffic(commit) && runsWithOurs(commit)) return commit;
    }
    return undefined;
  } catch {
    return undefined;
  }
}

/** Whether a commit serves the paths that shop-traffic.ts requests. */
function servesTraffic(commit: string): boolean {
  return ['/stores/external/checkout', '/stores/external/events'].every((address) => {
    try {
      return git('grep', '--fixed-strings', '--name-only', address, commit, '--', 'packages/server/src') !== '';
    } catch {
      return false;
    }
  });
}

/** Whether all its dependencies are installed here: it runs with this program's dependencies. */
function runsWithOurs(commit: string): boolean {
  const packages = git('ls-tree', '-r', '--name-only', commit, 'packages/').split('\n');
  return packages
    .filter((file) => /^packages\/(server|cli|flow|commerce|pay|client)\/package\.json$/.test(file))
    .flatMap((file) => {
      const { dependencies = {} } = JSON.parse(git('show', `${commit}:${file}`)) as { dependencies?: object };
      return Object.keys(dependencies);
    })
    .every((name) => existsSync(path.join(thisProgram, 'node_modules', name)));
}

/** The tag of the newest release before this commit, such as v0.2.0; undefined before the first one, or without its history. */
export function findReleaseTag(): string | undefined {
  try {
    const list = (...args: string[]): string[] => git('tag', '--list', 'v*', ...args).split('\n');
    const here = list('--points-at', 'HEAD');
    return list('--merged', 'HEAD', '--sort=-version:refname').find(
      (tag) => /^v\d+\.\d+\.\d+$/.test(tag) && !here.includes(tag),
    );
  } catch {
    return undefined;
  }
}

/**
 * The last release, unpacked into its own folder, and this one. Before the first release the newest suitable commit; undefined if the history
 * has none.
 */
export function previousRelease(): Releases | undefined {
  const commit = findReleaseTag() ?? findPreviousCommit();
  return commit === undefined ? undefined : unpack(commit);
}

/** The names of the migrations that the newer program adds. */
export function addedMigrations({ before, now }: Releases): string[] {
  const [old, all] = [before, now].map((folder) => readdirSync(path.join(folder, migrations)));
  return all!.filter((name) => !old!.includes(name));
}

function unpack(commit: string): Releases {
  const before = mkdtempSync(path.join(os.tmpdir(), 'retoma-before-'));
  const archive = path.join(before, 'archive.tar');
  git('archive', `--output=${archive}`, commit);
  execFileSync('tar', ['-xf', archive, '-C', before]);
  if (runsWithOurs(commit)) linkDependencies(before);
  else execFileSync('npm', ['ci', '--ignore-scripts', '--include=dev'], { cwd: before, stdio: ['ignore', 2, 2] });
  const assets = path.join(before, 'scripts/build-assets.ts');
  if (existsSync(assets)) execFileSync(process.execPath, [assets, 'pay', 'server'], { stdio: 'inherit' });
  return { from: commit, before, now: thisProgram, remove: () => rmSync(before, { recursive: true, force: true }) };
}

/** Links this program's dependencies and the program's own packages into its folder. */
function linkDependencies(folder: string): void {
  const modules = path.join(folder, 'node_modules');
  const ours = path.join(thisProgram, 'node_modules');
  mkdirSync(path.join(modules, '@retoma'), { recursive: true });
  for (const name of readdirSync(ours)) {
    if (!['@retoma', '.cache'].includes(name)) symlinkSync(path.join(ours, name), path.join(modules, name));
  }
  for (const name of readdirSync(path.join(folder, 'packages'))) {
    symlinkSync(path.join(folder, 'packages', name), path.join(modules, '@retoma', name));
  }
}
