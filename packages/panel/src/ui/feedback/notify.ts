import { notifications } from '@mantine/notifications';

/** Shows a success message. */
export const notifySuccess = (message: string): string =>
  notifications.show({ message, color: 'verde', autoClose: 6_000 });

/** Shows an error message, long enough to read it twice. */
export const notifyError = (error: Error): string =>
  notifications.show({ message: error.message, color: 'vermelho', autoClose: 15_000 });
