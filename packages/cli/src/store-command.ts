import { storeFind, withDatabase, type CommandContext } from '@retoma/server/commands';
import { refusal, required, type Command, type CommandOutput, type Input } from './command.ts';
import { languageOf, languageOption, type Locale } from './language.ts';
import { storeOption, uuid } from './option-values.ts';

/** The input of a command for one store. */
export type StoreInput = Input & { readonly storeId: string; readonly locale: Locale };

type StoreCommand = Omit<Command, 'options' | 'run'> & {
  /** Its options besides --store and --lang. */
  readonly options?: Command['options'];
  readonly run: (input: StoreInput) => Promise<CommandOutput>;
};

/** A command for one store, which --store names; its texts are in the language of --lang. */
export const storeCommand = ({ options, run, ...command }: StoreCommand): Command => ({
  ...command,
  options: { store: storeOption, ...options, lang: languageOption },
  run: async (input) => run({ ...input, storeId: uuid(required(input, 'store')), locale: languageOf(input) }),
});

/** Reads from the database what belongs to the store; undefined if there is no such store. */
export const readOfStore = <Read>(
  { environment, storeId }: StoreInput,
  read: (db: CommandContext['db'], storeId: string) => Promise<Read>,
): Promise<Read | undefined> =>
  withDatabase(environment, async ({ db }) => ((await storeFind(db, storeId)) ? read(db, storeId) : undefined));

/** The output of a command whose store does not exist. */
export const storeNotFound = (storeId: string): CommandOutput =>
  refusal('STORE_NOT_FOUND', `Store ${storeId} does not exist.`);
