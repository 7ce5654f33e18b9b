import { ACCURACY } from '../../content/accuracy.ts';

/** What the figures mean and how they come about, in plain words. */
export function Meaning() {
  const { title, items, method } = ACCURACY.meaning;
  return (
    <section aria-labelledby="meaning-title">
      <h2 id="meaning-title" className="text-heading">
        {title}
      </h2>
      <dl className="mt-4 grid gap-4 sm:grid-cols-2">
        {items.map((item) => (
          <div key={item.title} className="border-l-4 border-primary pl-3">
            <dt className="font-bold">{item.title}</dt>
            <dd className="text-ink-muted">{item.text}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-8 text-title">{method.title}</h3>
      <ul className="mt-2 grid max-w-3xl list-disc gap-1 pl-5 text-ink-muted marker:text-primary">
        {method.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
