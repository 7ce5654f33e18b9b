import { LANDING } from '../../content/landing.ts';

/** Three features, numbered like exits. */
export function FeatureSection() {
  return (
    <section
      aria-labelledby="features-title"
      className="tells-purpose frame pt-12 sm:pt-16 print:pt-4"
    >
      <h2 id="features-title" className="text-heading">
        {LANDING.features.title}
      </h2>
      <ol className="mt-6 grid gap-6 sm:grid-cols-3">
        {LANDING.features.items.map((item, index) => (
          <li key={item.title} className="border-t-4 border-primary pt-4">
            <span className="tabular inline-block rounded-control bg-primary px-2.5 py-1 text-small font-extrabold text-on-primary">
              {index + 1}
            </span>
            <h3 className="mt-2 text-title">{item.title}</h3>
            <p className="mt-1 text-ink-muted">{item.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
