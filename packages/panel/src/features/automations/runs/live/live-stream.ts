// Live updates of a store's runs: one stream for all tabs of a browser. The tab that holds the lock reads it and forwards updates.
//
// INV1. A stream without an event for three heartbeats counts as dead, even if its connection is open: a proxy may hold it open. The page
//     then polls every 10 s until the stream sends an event.
// INV2. A new stream first reports that any run may have changed, so updates that were missed meanwhile are fetched.

/** How updates arrive: pushed, currently not at all, or by polling. */
export type LiveState = 'live' | 'reconnecting' | 'polling';

/** An update. `moved`: ids of runs; absent: no run changed; empty: any run may have. `at`: the stream's last activity, in milliseconds. */
export type LiveUpdate = { state: LiveState; at: number; moved?: readonly string[] };

const maxSilenceMs = 45_000;
const reconnectMs = 5_000;
const pollMs = 10_000;

/** Calls `onUpdate` for each update of a store's runs. Returns a function that unsubscribes. */
export function listenToRuns(storeId: string, onUpdate: (update: LiveUpdate) => void): () => void {
  const otherTabs = new BroadcastChannel(`retoma-live-${storeId}`);
  otherTabs.addEventListener('message', ({ data }: MessageEvent<LiveUpdate>) => onUpdate(data));
  const ended = new AbortController();
  const lead = async (): Promise<void> => {
    // The lock can be granted after the caller has unsubscribed.
    if (ended.signal.aborted) return;
    const stop = openStream(storeId, (update) => {
      onUpdate(update);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
      otherTabs.postMessage(update);
    });
    await new Promise<void>((resolve) =>
      ended.signal.addEventListener('abort', () => {
        stop();
        resolve();
      }),
    );
  };
  // Locks exist only in secure contexts; without them each tab has its own stream.
  const leading =
    'locks' in navigator ? navigator.locks.request(otherTabs.name, { signal: ended.signal }, lead) : lead();
  leading.catch(() => undefined);
  return () => {
    ended.abort();
    otherTabs.close();
  };
}

function openStream(storeId: string, onUpdate: (update: LiveUpdate) => void): () => void {
  let source: EventSource | undefined;
  let state: LiveState = 'reconnecting';
  let lastInboundAt = Date.now();
  let lostAt = Date.now();
  let polledAt = 0;
  const publish = (next: LiveState, moved?: readonly string[]): void => {
    state = next;
    onUpdate({ state, at: lastInboundAt, ...(moved && { moved }) });
  };
  const received = (moved?: readonly string[]): void => {
    lastInboundAt = Date.now();
    publish('live', moved);
  };
  const connect = (): void => {
    source?.close();
    source = new EventSource(`/panel/api/stores/${storeId}/live`);
    source.addEventListener('runs', ({ data }: MessageEvent<string>) =>
      received((JSON.parse(data) as { runIds: string[] }).runIds),
    );
    source.addEventListener('alive', () => received());
    source.addEventListener('error', () => {
      if (state === 'polling') return;
      if (state === 'live') lostAt = Date.now();
      publish('reconnecting');
    });
  };
  const look = (): void => {
    const now = Date.now();
    const isMute = now - lastInboundAt > maxSilenceMs || (state === 'reconnecting' && now - lostAt > reconnectMs);
    if (state !== 'polling' && !isMute) return;
    if (now - polledAt < pollMs) return;
    polledAt = now;
    lastInboundAt = state === 'polling' ? now : lastInboundAt;
    publish('polling', []);
    // INV1: the current connection may be dead although it looks open.
    connect();
  };
  connect();
  const timer = setInterval(look, 1_000);
  return () => {
    clearInterval(timer);
    source?.close();
  };
}
