import { z } from 'zod';
import type { ChannelProvider } from './provider.ts';

/** What a provider is apart from sending when no outside service is behind it: it needs nothing, receives nothing, and works. */
export const unconnected = {
  capabilities: {
    types: null,
    reports: { delivered: false, read: false, replies: false },
    windowHours: null,
    textLimit: 100_000,
  },
  settings: z.object({}),
  credentials: z.object({}),
  parseWebhook: () => ({ outcome: 'parsed', updates: [] }),
  testConnection: () => Promise.resolve({ outcome: 'works', account: '' }),
} as const satisfies Omit<ChannelProvider, 'send' | 'deduplicates' | 'concurrency'>;
