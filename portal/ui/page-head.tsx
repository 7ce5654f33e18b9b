import { BRAND } from '../content/brand.ts';
import { PrintedFrom } from './printed-from.tsx';

interface PageHeadProps {
  title: string;
  text?: string;
}

/** What a page is about, on pages one works with. */
export const PageHead = ({ title, text }: PageHeadProps) => (
  <div>
    <PrintedFrom what={BRAND.name} />
    <h1 className="text-heading font-black">{title}</h1>
    {text !== undefined && <p className="no-print mt-1 max-w-2xl text-ink-muted">{text}</p>}
  </div>
);
