//! Pages that lead to the next one in a common way.

/// Implements [`Paginated`](crate::Paginated) for an operation. The items are the page itself (`root`) or a member of
/// it. The next page is
///
/// - at the address in the header `Link`, which may change these parameters,
/// - behind the last item of the page, while a member says that there are more, or
/// - at the cursor in a member of the page, until that is absent or empty.
#[doc(hidden)]
#[macro_export]
macro_rules! paginated {
    ($name:ident: $item:ty, $($items:ident).+, next_link, [$($parameter:ident),+]) => {
        $crate::paginated!(@impl $name $item [$($items).+] {
            fn next_address(_: &Self::Output, response: &$crate::Response) -> Option<String> {
                $crate::generated::next_link(response)
            }

            fn take(&mut self, name: &str, value: &str) {
                match name {
                    $(stringify!($parameter) => $crate::generated::assign(&mut self.$parameter, value),)+
                    _ => {}
                }
            }
        });
    };
    ($name:ident: $item:ty, $($items:ident).+, while $($more:ident).+, last.$member:ident => $parameter:ident $(, not $opposite:ident)?) => {
        $crate::paginated!(@impl $name $item [$($items).+] {
            fn next(&self, page: &Self::Output, _: $crate::ItemCount) -> Option<Self> {
                page$(.$more)+.then_some(())?;
                let last = page$(.$items)+.last()?;
                Some(Self { $parameter: Some(last.$member.clone()), $($opposite: None,)? ..self.clone() })
            }
        });
    };
    ($name:ident: $item:ty, $($items:ident).+, $first:ident $(?.$inner:ident)* => $parameter:ident) => {
        $crate::paginated!(@impl $name $item [$($items).+] {
            fn next(&self, page: &Self::Output, _: $crate::ItemCount) -> Option<Self> {
                let next = page.$first$(.as_ref()?.$inner)*.clone().filter(|next| !next.is_empty())?;
                Some(Self { $parameter: Some(next), ..self.clone() })
            }
        });
    };
    (@impl $name:ident $item:ty [$($items:ident).+] { $($next:tt)+ }) => {
        impl $crate::Paginated for $name {
            type Item = $item;

            fn items(page: &mut Self::Output) -> Option<&mut Vec<Self::Item>> {
                $crate::paginated!(@items page $($items).+)
            }

            $($next)+
        }
    };
    (@items $page:ident root) => { Some($page) };
    (@items $page:ident $($items:ident).+) => { Some(&mut $page$(.$items)+) };
}
