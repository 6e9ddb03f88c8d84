/**
 * Agrees on a platform's page of consent, as an owner's browser does: submits its form, with what its fields and its button hold. Returns the
 * address that the browser is sent to.
 */
export async function agreeOn(page: string): Promise<string> {
  const html = await (await fetch(page)).text();
  const form = /<form\b([^>]*)>(.*?)<\/form>/is.exec(html);
  if (!form) throw new Error(`no form: ${html.slice(0, 500)}`);
  const [, attributes = '', inside = ''] = form;
  const fields = [...inside.matchAll(/<(?:input|button)\b([^>]*)>/gi)]
    .map(([, tag = '']) => [attributeOf(tag, 'name'), attributeOf(tag, 'value') ?? ''])
    .filter((field): field is [string, string] => field[0] !== undefined);
  const target = new URL(attributeOf(attributes, 'action') ?? '', page);
  const isPost = attributeOf(attributes, 'method')?.toLowerCase() === 'post';
  const data = new URLSearchParams(fields);
  if (!isPost) target.search = data.toString();
  const answered = await fetch(target, { redirect: 'manual', ...(isPost && { method: 'POST', body: data }) });
  const location = answered.headers.get('location');
  if (location === null) throw new Error(`no redirect: ${answered.status} ${(await answered.text()).slice(0, 500)}`);
  return new URL(location, target).href;
}

function attributeOf(tag: string, name: string): string | undefined {
  const found = new RegExp(String.raw`\b${name}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))`, 'i').exec(tag);
  const value = found?.[1] ?? found?.[2] ?? found?.[3];
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
