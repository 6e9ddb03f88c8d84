// The thread that compiles MJML to HTML. Its memory is the compiler's own, and exceeding it ends the thread: the caller sees it exit and
// begins another. One text at a time.
import { parentPort } from 'node:worker_threads';
import { Engine } from 'mrml';
import { checkMjml, type MjmlProblem } from './check-mjml.ts';

/** What happened to a text. `html`: a whole document. */
export type Compiled =
  { readonly ok: true; readonly html: string } | { readonly ok: false; readonly reason: MjmlProblem };

const engine = new Engine();
engine.setParserOptions({ includeLoader: { type: 'noop' } });
// No style sheet of others is loaded unless the text names one: its server would learn who opened the e-mail.
engine.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} });

parentPort!.on('message', (text: string) => parentPort!.postMessage(compile(text), []));

function compile(text: string): Compiled {
  const problem = checkMjml(text);
  if (problem) return { ok: false, reason: problem };
  const result = engine.toHtml(text);
  return result.type === 'success' ? { ok: true, html: result.content } : { ok: false, reason: 'MJML_INVALID' };
}
