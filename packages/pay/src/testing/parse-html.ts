/** A tag as written: its name, `/` before it where it closes, and its attributes, decoded. */
export type Tag = { name: string; attributes: Record<string, string> };

/** What a page consists of: its tags in order, and the text between them, decoded. */
export type Page = { tags: Tag[]; text: string };

/**
 * Reads the plain HTML that the payment page is made of and throws at anything a browser would have to guess at: a stray `<`
 * or `&`, an attribute without quotes or given twice, an unknown entity, a tag closed out of order. What passes has one
 * reading only, so the tests may speak of it.
 */
export function parseHtml(source: string): Page {
  const tags: Tag[] = [];
  const open: string[] = [];
  let text = '';
  let at = 0;
  const fail = (what: string): never => {
    throw new Error(`${what} at ${JSON.stringify(source.slice(at, at + 60))}`);
  };
  if (source.startsWith('<!doctype html>')) at = '<!doctype html>'.length;
  while (at < source.length) {
    if (source[at] !== '<') {
      const end = source.indexOf('<', at);
      const run = source.slice(at, end === -1 ? source.length : end);
      text += decode(run);
      at += run.length;
      continue;
    }
    const tag = /^<(\/?)([a-z][a-z\d]*)((?:\s+[a-zA-Z-]+(?:="[^"<>]*")?)*)\s*(\/?)>/.exec(
      source.slice(at, at + 100_000),
    );
    if (!tag) return fail('no tag');
    const [all, slash, name = '', attributes = '', selfClosing] = tag;
    at += all.length;
    tags.push({ name: `${slash}${name}`, attributes: attributesOf(attributes) });
    if (slash && open.pop() !== name) fail(`</${name}> closes nothing`);
    if (slash || selfClosing || isVoid.has(name)) continue;
    open.push(name);
    if (name === 'style') at = source.indexOf('</style>', at);
  }
  if (open.length > 0) fail(`<${open.join('><')}> left open`);
  return { tags, text };
}

const isVoid = new Set(['meta', 'link', 'img', 'input', 'br']);
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

function decode(text: string): string {
  return text.replace(/&[^;\s]*;?/g, (entity) => {
    const character = entities[entity];
    if (character === undefined) throw new Error(`unknown entity ${entity}`);
    return character;
  });
}

function attributesOf(source: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of source.matchAll(/([a-zA-Z-]+)(?:="([^"]*)")?/g)) {
    if (name in attributes) throw new Error(`${name} twice`);
    attributes[name] = decode(value);
  }
  return attributes;
}
