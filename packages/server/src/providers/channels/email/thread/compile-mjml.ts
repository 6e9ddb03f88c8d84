import { findMjmlIssue, isWithinHtmlLimits, toStrictMjml, withContents } from '@retoma/flow';
import { Engine } from 'mrml';
import type { Compiled } from './jobs.ts';

/** Compiles an MJML text to HTML. */
export type CompileMjml = (text: string) => Compiled;

/** A compiler that keeps the HTML of the latest texts: up to `cacheChars` characters of texts and HTML. Throws if the memory is used up. */
export function openCompiler(cacheChars = 8_000_000, compileText: CompileMjml = openEngine()): CompileMjml {
  /** Least recently used first. */
  const cache = new Map<string, Compiled>();
  const sizeOf = (text: string, compiled: Compiled): number => text.length + (compiled.ok ? compiled.html.length : 0);
  let chars = 0;
  return (text) => {
    const known = cache.get(text);
    const compiled = known ?? compileText(text);
    cache.delete(text);
    cache.set(text, compiled);
    if (known) return known;
    chars += sizeOf(text, compiled);
    for (const [oldest, its] of cache) {
      if (chars <= cacheChars) break;
      cache.delete(oldest);
      chars -= sizeOf(oldest, its);
    }
    return compiled;
  };
}

function openEngine(): CompileMjml {
  const engine = new Engine();
  engine.setParserOptions({ includeLoader: { type: 'noop' } });
  // No external font is loaded unless the text names one: the font's server would see who opened the e-mail.
  engine.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} });
  return (text) => {
    const problem = findMjmlIssue(text)?.problem;
    if (problem) return { ok: false, reason: problem };
    const strict = toStrictMjml(text);
    const result = engine.toHtml(strict.text);
    if (result.type !== 'success') return { ok: false, reason: 'MJML_INVALID' };
    // An mj-raw in HTML content, as around the picture of a PIX code in a text, is passed on by the compiler.
    const html = withContents(result.content, strict)?.replace(/<\/?mj-raw>/gi, '');
    return html !== undefined && isWithinHtmlLimits(html)
      ? { ok: true, html }
      : { ok: false, reason: 'EMAIL_TOO_LARGE' };
  };
}
