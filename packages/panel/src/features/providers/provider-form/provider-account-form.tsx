import { Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ProviderFields, type ProviderForm } from './provider-fields.tsx';
import { TestAndSave } from './test-and-save.tsx';
import { typedOf, valuesOf, type Typed } from './values.ts';

/** The values to save. `saveAnyway`: the provider is not asked. */
export type AccountValues = {
  readonly settings: Record<string, unknown>;
  readonly credentials: Record<string, unknown>;
  readonly saveAnyway?: true;
};

type ProviderAccountFormProps = {
  provider: ProviderForm['provider'];
  /** The stored account, with the names of its credentials. */
  account: { settings: Record<string, unknown>; credentials: string[] } | null | undefined;
  /** The state of the call that saves. */
  saving: { error: Error | null; isPending: boolean };
  onSave: (values: AccountValues) => void;
  /** Further fields, after those of the provider. */
  children?: ReactNode;
};

/** The form of a store's account at a provider, saved after the provider accepted it. */
export function ProviderAccountForm({
  provider,
  account,
  saving: { error, isPending },
  onSave,
  children,
}: ProviderAccountFormProps): ReactNode {
  const [settings, setSettings] = useState<Typed>(() => typedOf(provider.settings, account?.settings ?? {}));
  const [credentials, setCredentials] = useState<Typed>({});
  const save = (anyway = false): void =>
    onSave({
      settings: valuesOf(provider.settings, settings),
      credentials: valuesOf(provider.credentials, credentials),
      ...(anyway && { saveAnyway: true }),
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack>
        <ProviderFields
          form={{ provider, settings, credentials, stored: account?.credentials ?? [] }}
          onSettings={setSettings}
          onCredentials={setCredentials}
          error={error}
        />
        {children}
        <TestAndSave error={error} isPending={isPending} onSaveAnyway={() => save(true)} />
      </Stack>
    </form>
  );
}
