type Account = { provider: string; methods: readonly string[] };
type Provider = { name: string; isSimulated: boolean };

/**
 * The methods that the form of a provider can select: those of its own account, those that no account of the store uses yet, and, for a real
 * account, those of the simulator. A method of another real account moves only in the list of methods, after a confirmation.
 */
export function freeMethods<Method extends string>(
  provider: Provider & { methods: readonly Method[] },
  accounts: readonly Account[],
  providers: readonly Provider[],
): Method[] {
  const simulated = new Set(providers.filter(({ isSimulated }) => isSimulated).map(({ name }) => name));
  const rest = accounts.filter(
    (account) => account.provider !== provider.name && (provider.isSimulated || !simulated.has(account.provider)),
  );
  return provider.methods.filter((method) => !rest.some(({ methods }) => methods.includes(method)));
}
