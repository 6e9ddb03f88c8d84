/** A tag as written: its name, with `/` before it if it closes, and its decoded attributes. */
export type Tag = { name: string; attributes: Record<string, string> };

/** The content of a page: its tags in order, and the decoded text between them. */
export type Page = { tags: Tag[]; text: string };

/**
 * Parses the simple HTML of the payment page. Throws at anything that a browser would have to guess: a stray `<` or `&`, an attribute
 * without quotes or repeated, an unknown entity, a tag closed out of order. So all browsers parse an accepted page alike.
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
