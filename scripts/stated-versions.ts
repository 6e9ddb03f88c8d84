import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const chart = 'deploy/helm/retoma/Chart.yaml';

/** The version that each package, the lock file and the Helm chart state, by file. */
export function statedVersions(root: string): Record<string, string> {
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const versionOf = (file: string): string => (JSON.parse(read(file)) as { version: string }).version;
  const manifests = ['package.json', 'package-lock.json', ...globSync('packages/*/package.json', { cwd: root }).sort()];
  return {
    ...Object.fromEntries(manifests.map((file) => [file, versionOf(file)])),
    ...Object.fromEntries(
      [...read(chart).matchAll(/^(version|appVersion): (\S+)$/gm)].map(([, key, value]) => [
        `${chart} (${key})`,
        value!,
      ]),
    ),
  };
}
