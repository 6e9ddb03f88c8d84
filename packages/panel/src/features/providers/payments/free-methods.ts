type Account = { provider: string; methods: readonly string[] };

/**
 * The methods that the form of a provider can select: those of its own account, and those that no account of the store uses yet. A method
 * of another account moves only in the list of methods, after a confirmation.
 */
export function freeMethods<Method extends string>(
  provider: { name: string; methods: readonly Method[] },
  accounts: readonly Account[],
): Method[] {
  const rest = accounts.filter((account) => account.provider !== provider.name);
  return provider.methods.filter((method) => !rest.some(({ methods }) => methods.includes(method)));
}
