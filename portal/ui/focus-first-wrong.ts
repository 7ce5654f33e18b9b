/**
 * Puts the focus on the first field, as the form has them, that something is wrong with: it is read out with what is
 * wrong, and comes into view.
 * @param wrong by the names of the fields
 * @returns whether there is one
 */
export function focusFirstWrong(form: HTMLFormElement | null, wrong: object): boolean {
  for (const field of form?.elements ?? []) {
    const isWrong = Object.hasOwn(wrong, field.getAttribute('name') ?? '');
    if (!isWrong || !(field instanceof HTMLElement)) continue;
    field.focus();
    return true;
  }
  return false;
}
