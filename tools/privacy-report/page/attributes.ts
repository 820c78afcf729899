/** One thing that any site can read. `hasModel`: whether the model has a published distribution of it. */
export type Attribute = { readonly id: AttributeId; readonly name: string; readonly group: string; readonly hasModel: boolean };

/** What a browser tells, in the order of the report. */
export const attributes = [
  { id: 'browser', name: 'Browser and system', group: 'Browser', hasModel: true },
  { id: 'platform', name: 'Platform', group: 'Browser', hasModel: true },
  { id: 'engine', name: 'Vendor and build', group: 'Browser', hasModel: true },
  { id: 'languages', name: 'Languages', group: 'Browser', hasModel: false },
  { id: 'timezone', name: 'Time zone', group: 'Browser', hasModel: false },
  { id: 'plugins', name: 'Plugins', group: 'Browser', hasModel: true },
  { id: 'dnt', name: 'Do Not Track', group: 'Browser', hasModel: true },
  { id: 'gpc', name: 'Global Privacy Control', group: 'Browser', hasModel: true },
  { id: 'preferences', name: 'Colours, contrast, motion', group: 'Browser', hasModel: false },
  { id: 'architecture', name: 'Processor type', group: 'Device', hasModel: true },
  { id: 'cores', name: 'Processor cores', group: 'Device', hasModel: true },
  { id: 'memory', name: 'Memory in GB', group: 'Device', hasModel: true },
  { id: 'touch', name: 'Touch points', group: 'Device', hasModel: true },
  { id: 'devices', name: 'Speakers, microphones, cameras', group: 'Device', hasModel: true },
  { id: 'size', name: 'Screen size', group: 'Screen', hasModel: true },
  { id: 'available', name: 'Screen taken by bars', group: 'Screen', hasModel: true },
  { id: 'depth', name: 'Colour depth', group: 'Screen', hasModel: true },
  { id: 'ratio', name: 'Pixel ratio', group: 'Screen', hasModel: true },
  { id: 'renderer', name: 'Graphics processor', group: 'Graphics and sound', hasModel: true },
  { id: 'limits', name: 'WebGL limits', group: 'Graphics and sound', hasModel: false },
  { id: 'canvas', name: 'Canvas drawing', group: 'Graphics and sound', hasModel: false },
  { id: 'audio', name: 'Audio rendering', group: 'Graphics and sound', hasModel: false },
  { id: 'formats', name: 'Sound and video formats', group: 'Graphics and sound', hasModel: true },
  { id: 'fonts', name: 'Fonts', group: 'Graphics and sound', hasModel: true },
  { id: 'voices', name: 'Voices', group: 'Graphics and sound', hasModel: false },
] as const satisfies readonly (Omit<Attribute, 'id'> & { readonly id: string })[];

export type AttributeId = (typeof attributes)[number]['id'];

/** The attributes that the model lacks. */
export type UnmodelledId = Extract<(typeof attributes)[number], { readonly hasModel: false }>['id'];

/** What one run read, by attribute. */
export type Measured = Readonly<Record<AttributeId, string>>;
