import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

type Manifest = { devDependencies?: object; optionalDependencies?: object };

/**
 * The npm packages that the image contains, as JSON of CycloneDX. `npm sbom --omit=dev` would leave out what is a development dependency of
 * the root and a dependency of the server, such as fastify. So npm reads copies of the manifests without development dependencies.
 */
export function sbomOf(root: string): string {
  const temporary = mkdtempSync(path.join(os.tmpdir(), 'retoma-sbom-'));
  // npm names the application after its folder.
  const folder = path.join(temporary, 'retoma');
  const write = (file: string, value: object): void => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify(value));
  };
  const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
  // JSON leaves out what is undefined.
  const withoutTools = (manifest: Manifest): object => {
    return { ...manifest, devDependencies: undefined, optionalDependencies: undefined };
  };
  try {
    const manifests = ['package.json', ...globSync('packages/*/package.json', { cwd: root })];
    for (const file of manifests) write(file, withoutTools(read(file) as Manifest));
    const lock = read('package-lock.json') as { packages: Record<string, Manifest> };
    for (const file of manifests) {
      const name = path.dirname(file).replace(/^\.$/, '').replaceAll(path.sep, '/');
      lock.packages[name] = withoutTools(lock.packages[name]!);
    }
    write('package-lock.json', lock);
    const args = [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      '--omit=optional',
    ];
    const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 1 << 26 } as const;
    return execFileSync('npm', args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
