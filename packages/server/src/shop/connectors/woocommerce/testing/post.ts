import http from 'node:http';
import https from 'node:https';

/** Posts a body without following redirects. Returns the status; 0 if there is no response. */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>;

/** How WordPress posts, with connections that are kept until `close`. */
export function openPost(): { post: Post; close: () => void } {
  const agents = { http: new http.Agent({ keepAlive: true }), https: new https.Agent({ keepAlive: true }) };
  const post: Post = (url, headers, body) =>
    new Promise((resolve) => {
      const isSecure = url.startsWith('https:');
      const request = (isSecure ? https : http).request(
        url,
        {
          method: 'POST',
          agent: isSecure ? agents.https : agents.http,
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
          response.on('error', () => resolve(0));
        },
      );
      // The receiver closed a kept connection: WordPress opens a new one each time.
      request.on('error', () => resolve(request.reusedSocket ? post(url, headers, body) : 0));
      request.end(body);
    });
  const close = (): void => {
    agents.http.destroy();
    agents.https.destroy();
  };
  return { post, close };
}
