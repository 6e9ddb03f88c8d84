// The thread that compiles MJML to HTML, one text at a time. The thread has its own memory limit and ends when it exceeds it. The caller
// then starts another thread.
import { parentPort } from 'node:worker_threads';
import { Engine } from 'mrml';
import { checkMjml, type MjmlProblem } from './check-mjml.ts';

/** The result of compiling a text. `html`: a whole document. */
export type Compiled =
  { readonly ok: true; readonly html: string } | { readonly ok: false; readonly reason: MjmlProblem };

const engine = new Engine();
engine.setParserOptions({ includeLoader: { type: 'noop' } });
// No external font is loaded unless the text names one: the font's server would see who opened the e-mail.
engine.setRenderOptions({ disableComments: true, socialIconOrigin: null, fonts: {} });

parentPort!.on('message', (text: string) => parentPort!.postMessage(compile(text), []));

function compile(text: string): Compiled {
  const problem = checkMjml(text);
  if (problem) return { ok: false, reason: problem };
  const result = engine.toHtml(text);
  return result.type === 'success' ? { ok: true, html: result.content } : { ok: false, reason: 'MJML_INVALID' };
}
