import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = path.resolve(import.meta.dirname, '..');

/** Words that only builders use, as parts of a regular expression, and what the panel says instead. */
const ownerTerms: Readonly<Record<string, string>> = {
  'metatags?|placeholders?': 'dado',
  tronco: 'caminho principal',
  'ramos?': 'caminho',
  'verdadeir[ao]s?': 'que serve',
  'execuç(?:ão|ões)|runs?': 'jornada',
  'leads?': 'contato',
  'checkouts?': 'carrinho, página de pagamento',
  'templates?': 'modelo',
  'triggers?': 'gatilho',
  'loops?': 'repetir',
  'drafts?': 'rascunho',
  'opt-?outs?|bounces?': 'parou de receber, voltou',
  'payloads?|endpoints?|strings?|arrays?|null|undefined|booleanos?': 'o que falta, ou o que está errado',
  'logs?|timeout|fallback|backend|frontend|deploy': 'o que aconteceu',
};

/** Texts for the programmer of the store's site, who reads the API's own words. */
const forProgrammers = new Set([
  'features/stores/keys/texts.ts',
  'features/providers/selling/integration-texts.ts',
  'features/shop/webhooks/texts.ts',
]);

const jargon = new RegExp(`\\b(?:${Object.keys(ownerTerms).join('|')})\\b`, 'i');

/** The Portuguese texts of a file: the first language of `defineTexts` and `localized`, and members named pt-BR. */
function textsIn(source: string): string[] {
  const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
  const blocks = code.split(/defineTexts\(\s*\{|'pt-BR': \{/).slice(1);
  const single = [...code.matchAll(/(?:localized\(\s*|'pt-BR':\s*)('[^'\n]*'|`[^`]*`)/g)].map(([, text]) => text!);
  const listed = blocks.flatMap((block) => block.split(/\},?\s*(?:en: )?\{/, 1)[0]!.match(/'[^'\n]*'|`[^`]*`/g) ?? []);
  // A value such as ${lead} is no text.
  return [...single, ...listed].map((text) => text.replace(/\$\{[^}'`]*/g, ''));
}

test('[EDT15] no text of the panel has a word that only builders use', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !forProgrammers.has(file));
  const texts = files.flatMap((file) =>
    textsIn(readFileSync(path.join(sources, file), 'utf8')).map((text) => ({ file, text })),
  );
  // Far fewer would mean that the texts are no longer found.
  expect(texts.length).toBeGreaterThan(1_000);
  expect(texts.filter(({ text }) => jargon.test(text) && !/^'[a-z_.]+'$/.test(text))).toEqual([]);
});
