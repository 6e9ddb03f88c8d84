// News of the runs of a store: one stream for all tabs of a browser. Whoever holds the lock has the stream, and tells the others.
//
// INV1. A stream that was silent for three heartbeats is mute, whatever its socket says: a proxy may keep it. Then everything is asked
//     again every 10 s, until a stream speaks.
// INV2. A stream that begins says at once that something may have happened, so what was missed meanwhile is asked.

/** How news come: pushed, not now, or asked for. */
export type LiveState = 'live' | 'reconnecting' | 'polling';

/** What is heard. `moved`: ids of runs; none: whichever. `at`: when something was heard last, in milliseconds. */
export type LiveUpdate = { state: LiveState; at: number; moved?: readonly string[] };

const silence = 45_000;
const patience = 5_000;
const pollMs = 10_000;

/** Listens to the runs of a store until the answered function is called. */
export function listenToRuns(storeId: string, hear: (news: LiveUpdate) => void): () => void {
  const others = new BroadcastChannel(`retoma-live-${storeId}`);
  others.addEventListener('message', ({ data }: MessageEvent<LiveUpdate>) => hear(data));
  const gone = new AbortController();
  const lead = async (): Promise<void> => {
    // The lock may have been given while nobody wanted it any more.
    if (gone.signal.aborted) return;
    const stop = openStream(storeId, (news) => {
      hear(news);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      others.postMessage(news);
    });
    await new Promise<void>((resolve) =>
      gone.signal.addEventListener('abort', () => {
        stop();
        resolve();
      }),
    );
  };
  // Locks are there only where the connection is safe; elsewhere each tab has its own stream.
  const leading = 'locks' in navigator ? navigator.locks.request(others.name, { signal: gone.signal }, lead) : lead();
  leading.catch(() => undefined);
  return () => {
    gone.abort();
    others.close();
  };
}

function openStream(storeId: string, tell: (news: LiveUpdate) => void): () => void {
  let source: EventSource | undefined;
  let state: LiveState = 'reconnecting';
  let lastInboundAt = Date.now();
  let lostAt = Date.now();
  let askedAt = 0;
  const say = (next: LiveState, moved?: readonly string[]): void => {
    state = next;
    tell({ state, at: lastInboundAt, ...(moved && { moved }) });
  };
  const heard = (moved?: readonly string[]): void => {
    lastInboundAt = Date.now();
    say('live', moved);
  };
  const connect = (): void => {
    source?.close();
    source = new EventSource(`/panel/api/stores/${storeId}/live`);
    source.addEventListener('runs', ({ data }: MessageEvent<string>) =>
      heard((JSON.parse(data) as { runIds: string[] }).runIds),
    );
    source.addEventListener('alive', () => heard());
    source.addEventListener('error', () => {
      if (state === 'polling') return;
      if (state === 'live') lostAt = Date.now();
      say('reconnecting');
    });
  };
  const look = (): void => {
    const now = Date.now();
    const isMute = now - lastInboundAt > silence || (state === 'reconnecting' && now - lostAt > patience);
    if (state !== 'polling' && !isMute) return;
    if (now - askedAt < pollMs) return;
    askedAt = now;
    lastInboundAt = state === 'polling' ? now : lastInboundAt;
    say('polling', []);
    // INV1: what looks open may be mute.
    connect();
  };
  connect();
  const timer = setInterval(look, 1_000);
  return () => {
    clearInterval(timer);
    source?.close();
  };
}
