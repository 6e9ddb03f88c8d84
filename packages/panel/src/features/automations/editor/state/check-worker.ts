import { checkFlow, type CheckRequest } from './check-flow.ts';

// Answers each request with its result, in order.
addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => postMessage(checkFlow(data)));
