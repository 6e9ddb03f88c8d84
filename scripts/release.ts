// npm run release -- VERSION [--check]: makes the files of a release in release/VERSION from the current commit. Pushes and tags nothing.
// --check: only whether the version can be released.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { releaseNotes, releaseProblems } from './release-problems.ts';
import { root } from './run-step.ts';
import { sbomOf } from './sbom.ts';
import { statedVersions } from './stated-versions.ts';

const [version = '', ...options] = process.argv.slice(2);

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd();
}

const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
const problems = releaseProblems({
  version,
  stated: statedVersions(root),
  changelog,
  changes: git('status', '--porcelain'),
  tagged: git('for-each-ref', '--format=%(objectname)%(*objectname)', `refs/tags/v${version}`).slice(-40) || undefined,
  commit: git('rev-parse', 'HEAD'),
});
for (const problem of problems) console.error(`✗ ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`✓ ${version} can be released`);
if (!options.includes('--check')) makeFiles();

function makeFiles(): void {
  const folder = path.join(root, 'release', version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = (name: string): string => path.join(folder, name);
  writeFileSync(file('NOTES.md'), `${releaseNotes(changelog, version)}\n`);
  git(
    'archive',
    '--format=tar.gz',
    `--prefix=retoma-${version}/`,
    `--output=${file(`retoma-${version}.tar.gz`)}`,
    'HEAD',
  );
  // The format of `helm package`: the chart's folder, compressed.
  git(
    'archive',
    '--format=tar.gz',
    '--prefix=retoma/',
    `--output=${file(`retoma-chart-${version}.tgz`)}`,
    'HEAD:deploy/helm/retoma',
  );
  const pack = ['pack', '--silent', '--workspace=packages/client', `--pack-destination=${folder}`];
  execFileSync('npm', pack, { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  writeFileSync(file(`retoma-${version}.cdx.json`), sbomOf(root));

  const build = path.join(root, 'scripts/build-image.sh');
  const { status } = spawnSync(build, [`retoma:${version}`, file(`retoma-image-${version}.tar`)], { stdio: 'inherit' });
  if (status === 69) console.log('The image is left out.');
  else if (status !== 0) throw new Error(`the image was not built: status ${status}`);

  const sums = readdirSync(folder)
    .sort()
    .map((name) => {
      const sum = createHash('sha256')
        .update(readFileSync(file(name)))
        .digest('hex');
      return `${sum}  ${name}\n`;
    });
  writeFileSync(file('SHA256SUMS'), sums.join(''));
  console.log(`\n${sums.join('')}\nIn ${folder}. Nothing was tagged or pushed: git tag v${version}`);
}
