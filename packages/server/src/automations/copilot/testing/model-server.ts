import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropicEvents } from './anthropic-protocol.ts';
import { completionsEvents, responsesEvents } from './openai-protocol.ts';
import type { Turn } from './scripted.ts';

/** A request to the server: path, headers and JSON body. */
export type ModelRequest = { path: string; headers: http.IncomingHttpHeaders; body: Record<string, unknown> };

/**
 * The response to one request. A number: that HTTP status; 'hang': half of a text, then nothing; 'echo': 401 with a message that quotes
 * the request's credential and personal data.
 */
type ScriptedResponse = Turn | number | 'hang' | 'echo';

/** Returns the response to a request. `count`: the requests before it. */
export type ModelScript = (request: ModelRequest, count: number) => ScriptedResponse;

/** A local server with the protocols of providers: Anthropic's Messages, OpenAI's Responses, chat completions. */
export type ModelServer = {
  /** The base URL for each provider's library. */
  url: string;
  requests: ModelRequest[];
  /** The number of connections that were closed before their response was complete. */
  readonly hungUp: () => number;
  /** Sets the next responses: turns in order, of which the last repeats; or a script. */
  answer: (...turns: readonly ScriptedResponse[]) => void;
  answerBy: (script: ModelScript) => void;
  stop: () => Promise<void>;
};

const protocols: Readonly<Record<string, (turn: Turn, model: string) => string[]>> = {
  '/messages': anthropicEvents,
  '/responses': responsesEvents,
  '/chat/completions': completionsEvents,
};

/** Starts a model server on a free port. */
export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  let script: ModelScript = () => ({ text: 'Olá.' });
  let [requested, hungUp] = [0, 0];
  const server = http.createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>;
      const path = request.url ?? '';
      const received = { path, headers: request.headers, body };
      requests.push(received);
      const events = protocols[path];
      const turn = script(received, requested++);
      if (turn === 'echo') {
        const key = request.headers.authorization ?? request.headers['x-api-key'];
        const message = `Incorrect API key provided: ${String(key)}. Person ana@cliente.example, 529.982.247-25, +5511987654321`;
        response.writeHead(401, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ type: 'error', error: { type: 'authentication_error', message } }));
      }
      if (!events || typeof turn === 'number') {
        response.writeHead(typeof turn === 'number' ? turn : 404, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'no' } }));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const written = events(
        turn === 'hang' ? { text: 'Vou pensar com muito cuidado nisso.' } : turn,
        String(body['model']),
      );
      response.once('close', () => (hungUp += response.writableEnded ? 0 : 1));
      if (turn === 'hang') return response.write(written.slice(0, Math.ceil(written.length / 2)).join(''));
      for (const event of written) response.write(event);
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const answerBy = (next: ModelScript): void => {
    [script, requested] = [next, 0];
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hungUp: () => hungUp,
    answerBy,
    answer: (...turns) => answerBy((_request, count) => turns[Math.min(count, turns.length - 1)]!),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
