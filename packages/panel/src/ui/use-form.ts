import { useState, type ChangeEvent, type FormEvent } from 'react';

/** The values of a form while they are typed, and the properties that connect its inputs to them. */
export type FormValues<Values> = {
  values: Values;
  set: (more: Partial<Values>) => void;
  reset: () => void;
  /** The properties of an input of text or numbers. */
  field: <Name extends keyof Values>(
    name: Name,
  ) => { value: Values[Name]; onChange: (typed: Values[Name] | ChangeEvent<HTMLInputElement>) => void };
  /** Handles the submission of the form in place of the browser. */
  onSubmit: (act: (values: Values) => void) => (event: FormEvent) => void;
};

/** A form that starts with `initial`; later changes of it are ignored. */
export function useForm<Values extends object>(initial: Values): FormValues<Values> {
  const [values, setValues] = useState(initial);
  const set = (more: Partial<Values>): void => setValues((before) => ({ ...before, ...more }));
  return {
    values,
    set,
    reset: () => setValues(initial),
    field: (name) => ({
      value: values[name],
      onChange: (typed) => set({ [name]: isEvent(typed) ? typed.currentTarget.value : typed } as Partial<Values>),
    }),
    onSubmit: (act) => (event) => {
      event.preventDefault();
      act(values);
    },
  };
}

const isEvent = (typed: unknown): typed is ChangeEvent<HTMLInputElement> =>
  typeof typed === 'object' && typed !== null && 'currentTarget' in typed;
