import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of `commerce/person`; its folder has the checks of a person and the libraries are resolved from it. */
const person = createRequire(import.meta.url).resolve('@retoma/commerce/person');

/** The libraries that our scripts import by name. */
const libraries = { '@fnando/cpf': 'cpf.js', '@fnando/cnpj': 'cnpj.js' } as const;
/** The folder's TypeScript files except tests, by name, without types, comments and blank lines. */
function sourcesIn(folder: string, prefix: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  return Object.fromEntries(
    names.map((name) => [`${prefix}${name}`, withoutTypes(readFileSync(path.join(folder, name), 'utf8'))]),
  );
}

function withoutTypes(source: string): string {
  return stripTypeScriptTypes(source, { mode: 'strip' })
    .replace(/^\s*(\/\/.*|\/\*\*[^]*?\*\/)\s*$/gm, '')
    .replace(/^\s+/gm, '')
    .replace(/'(@fnando\/c(?:pf|npj))'/g, (_, name: keyof typeof libraries) => `'../${libraries[name]}'`);
}

/** A library as an ES module: one of the two is published as CommonJS only. */
function asModule(name: string): string {
  const source = readFileSync(createRequire(person).resolve(name), 'utf8');
  if (/^export /m.test(source)) return source;
  return `const library = ((exports) => {${source}; return exports; })({});\nexport const { format, isValid } = library;`;
}

/** Every served file by its name: `pay.ts`, `card-form.ts`, `person/index.ts` and the files that it imports. */
function readFiles(): [name: string, body: string][] {
  // Our code that runs in the browser: the page's scripts, and the checks of a person that server and browser share.
  const sources = {
    ...sourcesIn(fileURLToPath(new URL('browser', import.meta.url)), ''),
    ...sourcesIn(path.dirname(person), 'person/'),
  };
  const ofOthers = Object.entries(libraries).map(([name, file]): [string, string] => [file, asModule(name)]);
  return [...Object.entries(sources), ...ofOthers];
}

function readScripts() {
  const files = readFiles();
  const version = versionOf(JSON.stringify(files));
  const folder = `/pay/assets/${version}`;
  return {
    pay: `${folder}/pay.ts`,
    cardForm: `${folder}/card-form.ts`,
    person: `${folder}/person/index.ts`,
    /** The files below `/pay/assets/`, by the rest of their path. */
    files: new Map(files.map(([name, body]) => [`${version}/${name}`, body])) as ReadonlyMap<string, string>,
  };
}

const versionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

let read: ReturnType<typeof readScripts> | undefined;

/**
 * The scripts of the payment page. Each address contains a hash of all files, so browsers may cache without limit. `pay` is on every page
 * of a checkout; scripts of card fields import `cardForm`; `person` is loaded once the form has focus. The files are read at the first
 * call, so a process that serves no page does not load them.
 */
export const scripts = (): ReturnType<typeof readScripts> => (read ??= readScripts());

const providerScripts = new Map<string, { readonly path: string; readonly body: string }>();

/** A provider's script of card fields, as served. Its path contains its hash. The file is read at the first call. */
export function providerScript(file: URL): { readonly path: string; readonly body: string } {
  const known = providerScripts.get(file.href);
  if (known) return known;
  const body = withoutTypes(readFileSync(file, 'utf8')).replace(`'@retoma/pay/card-form'`, `'${scripts().cardForm}'`);
  const served = { path: `/pay/assets/${versionOf(body)}/${path.basename(fileURLToPath(file))}`, body };
  providerScripts.set(file.href, served);
  return served;
}
