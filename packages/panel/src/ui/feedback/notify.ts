import { notifications } from '@mantine/notifications';

/** Says that something was done. */
export const notifySuccess = (message: string): string =>
  notifications.show({ message, color: 'verde', autoClose: 8_000 });

/** Says that something was not done, and stays until it is closed. */
export const notifyError = (error: Error): string =>
  notifications.show({ message: error.message, color: 'vermelho', autoClose: false });
