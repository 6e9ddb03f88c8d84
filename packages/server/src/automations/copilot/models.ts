import type { LanguageModel } from 'ai';

/** The settings of a model provider, from the environment. */
export type ModelSettings = {
  readonly provider: 'anthropic' | 'openai' | 'openai-compatible';
  readonly model: string;
  readonly apiKey: string | undefined;
  /** Without a trailing slash; undefined: the provider's default. */
  readonly baseUrl: string | undefined;
  /** US dollars per million tokens; undefined: the cost is not shown. */
  readonly price: { readonly input: number; readonly output: number } | undefined;
};

/** EDT6: the model of the copilot. Its library is loaded on first use, since most processes never use it. */
export type CopilotModel = {
  readonly name: string;
  readonly price: ModelSettings['price'];
  readonly open: () => Promise<LanguageModel>;
};

/** The model of a configuration. */
export function openCopilotModel(config: ModelSettings): CopilotModel {
  return { name: config.model, price: config.price, open: () => openers[config.provider](config) };
}

const openers = {
  anthropic: async (config) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(settingsOf(config))(config.model);
  },
  openai: async (config) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI(settingsOf(config))(config.model);
  },
  'openai-compatible': async (config) => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const baseURL = config.baseUrl ?? '';
    return createOpenAICompatible({ ...settingsOf(config), baseURL, name: 'model', includeUsage: true })(config.model);
  },
} as const satisfies Record<ModelSettings['provider'], (config: ModelSettings) => Promise<LanguageModel>>;

const settingsOf = ({ apiKey, baseUrl }: ModelSettings): { apiKey?: string; baseURL?: string } => ({
  ...(apiKey !== undefined && { apiKey }),
  ...(baseUrl !== undefined && { baseURL: baseUrl }),
});

/** The cost of tokens, in millionths of a US dollar; null: no price is set. */
export function costOf(
  price: ModelSettings['price'],
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  return price ? Math.round(inputTokens * price.input + outputTokens * price.output) : null;
}
