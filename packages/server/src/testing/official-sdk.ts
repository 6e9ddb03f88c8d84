import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

// The official SDKs of providers are packages of tools/. Tests named `official.test.ts` compare an adapter with them.

const root = path.resolve(import.meta.dirname, '../../../..');
const tools = path.join(root, 'tools');
const requireFromTools = createRequire(path.join(tools, 'package.json'));

/** Loads a package of tools/; the caller declares the types that it uses. Throws if the package is not installed. */
export function loadSdk(name: string): unknown {
  try {
    return requireFromTools(name);
  } catch (error) {
    throw new Error(`${name} is missing: run \`npm ci --prefix tools\``, { cause: error });
  }
}

const options = {
  module: 'nodenext',
  target: 'esnext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [path.join(root, 'node_modules', '@types')],
};

/** The errors of TypeScript source that imports packages of tools/, one per line of the compiler; empty if its types are right. */
export async function typeErrors(source: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(tools, 'node_modules', '.types-'));
  try {
    await writeFile(path.join(folder, 'source.mts'), source);
    const config = { compilerOptions: options, files: ['source.mts'] };
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    return await compile(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function compile(folder: string): Promise<string[]> {
  const args = [path.join(root, 'scripts/go.mjs'), 'bin', 'tsc', '-p', folder, '--pretty', 'false'];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: root }, (error, stdout, stderr) => {
      if (!error) return resolve([]);
      const errors = stdout.split('\n').filter((line) => line.includes(': error TS'));
      if (errors.length > 0) return resolve(errors);
      return reject(new Error(`The compiler failed: ${stderr || error.message}`));
    });
  });
}
