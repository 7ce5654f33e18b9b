import type { ReactNode } from 'react';
import { LANDING } from '../../content/landing.ts';

/** The band of figures, on the brown of recreation signs. */
export function Statistics({ accuracy }: { accuracy: ReactNode }) {
  const { title, items } = LANDING.statistics;
  return (
    <section
      aria-labelledby="statistics-title"
      className="no-print bg-recreation py-10 text-on-sign sm:py-12"
    >
      <div className="frame">
        <h2 id="statistics-title" className="text-title">
          {title}
        </h2>
        <dl className="mt-4 grid grid-cols-2 gap-6 sm:grid-cols-4">
          {items.map((item) => (
            <div key={item.label} className="flex flex-col-reverse">
              <dt className="text-[#f0e2d6]">{item.label}</dt>
              <dd className="tabular text-figure font-black">{item.value}</dd>
            </div>
          ))}
        </dl>
        {accuracy}
      </div>
    </section>
  );
}
