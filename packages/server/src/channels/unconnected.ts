import { z } from 'zod';
import type { ChannelProvider } from './provider.ts';

/** The members other than sending of a provider without an external service: no settings, no webhooks, and a test that always works. */
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
