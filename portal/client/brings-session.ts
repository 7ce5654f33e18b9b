/** Whether the page was asked for with a session's cookie, which need not be good any more: the server says it in the page. */
export const bringsSession = (): boolean =>
  document.documentElement.dataset['member'] !== undefined;
